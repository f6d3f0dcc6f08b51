// SPDX-License-Identifier: Apache-2.0
// Empty on purpose: winerror.h asks for the file-system filter codes, which nobody here uses.
