/** What a call of a server function gets that this version does not have. */
export const goneStatus = 410

/**
 * Start answers a call of a function that it does not know as any other failure, 500; a tab of another version has to tell it
 * from one that passes.
 */
export async function goneIfUnknown(response: Response): Promise<Response> {
  if (response.status !== 500) return response
  const text = await response.clone().text()
  return text.includes('Server function info not found') ? new Response(null, { status: goneStatus }) : response
}
