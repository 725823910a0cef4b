import * as chat from './chat.ts'
import * as conversations from './conversations.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as users from './users.ts'

/** Every endpoint of the API, by name. The OpenAPI document and the authorisation tests are made from this list. */
export const endpoints = {
  getMe: users.getMe,
  getChatSettings: chat.getChatSettings,
  ask: chat.ask,
  askIn: chat.askIn,
  resumeAnswer: chat.resumeAnswer,
  cancelAnswer: chat.cancelAnswer,
  listConversations: conversations.listConversations,
  searchConversations: conversations.searchConversations,
  listEntries: conversations.listEntries,
  updateConversation: conversations.updateConversation,
  branchConversation: conversations.branchConversation,
  deleteConversation: conversations.deleteConversation,
  deleteConversations: conversations.deleteConversations,
  setFeedback: conversations.setFeedback,
  listFiles: files.listFiles,
  getFile: files.getFile,
  getFileContent: files.getFileContent,
  uploadFiles: files.uploadFiles,
  getUploadLimits: files.getUploadLimits,
  reserveUpload: files.reserveUpload,
  getUploadParts: files.getUploadParts,
  addressUploadParts: files.addressUploadParts,
  validateUpload: files.validateUpload,
  deleteFile: files.deleteFile,
  getDownloadUrl: files.getDownloadUrl,
  getPreviewUrl: files.getPreviewUrl,
  getBytes: files.getBytes,
  putBytes: files.putBytes,
} satisfies Record<string, Endpoint>
