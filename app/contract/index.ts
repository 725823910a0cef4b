import * as agents from './agents.ts'
import * as audits from './audits.ts'
import * as chat from './chat.ts'
import * as conversations from './conversations.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as keywords from './keywords.ts'
import * as metrics from './metrics.ts'
import * as users from './users.ts'
import * as webpages from './webpages.ts'

/** Every endpoint of the API, by name. The OpenAPI document and the authorisation tests are made from this list. */
export const endpoints = {
  getMe: users.getMe,
  listUsers: users.listUsers,
  getUser: users.getUser,
  addUser: users.addUser,
  resendInvitation: users.resendInvitation,
  updateUser: users.updateUser,
  deleteUser: users.deleteUser,
  importUsers: users.importUsers,
  exportUsers: users.exportUsers,
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
  updateFile: files.updateFile,
  processFileAgain: files.processFileAgain,
  getThumbnail: files.getThumbnail,
  deleteFile: files.deleteFile,
  getDownloadUrl: files.getDownloadUrl,
  getPreviewUrl: files.getPreviewUrl,
  getBytes: files.getBytes,
  putBytes: files.putBytes,
  listAudits: audits.listAudits,
  getAudit: audits.getAudit,
  exportAudits: audits.exportAudits,
  countFeedback: audits.countFeedback,
  listActions: audits.listActions,
  exportActions: audits.exportActions,
  openExport: audits.openExport,
  listMetrics: metrics.listMetrics,
  listQuotas: metrics.listQuotas,
  setQuota: metrics.setQuota,
  listKeywords: keywords.listKeywords,
  addKeyword: keywords.addKeyword,
  deleteKeyword: keywords.deleteKeyword,
  listAgents: agents.listAgents,
  updateAgent: agents.updateAgent,
  listWebpages: webpages.listWebpages,
  listSites: webpages.listSites,
  addSite: webpages.addSite,
  crawlSite: webpages.crawlSite,
  deleteSite: webpages.deleteSite,
} satisfies Record<string, Endpoint>
