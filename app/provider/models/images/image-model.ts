/** A model that draws. */
export interface ImageModel {
  /**
   * Draws one picture of what a text describes.
   *
   * @throws ApiError `service_http_error` when the service refuses the description or sends no picture,
   *   `service_unavailable` when it is overloaded or out of reach, `service_timeout`; the signal's reason when that aborts
   */
  draw(description: string, signal: AbortSignal): Promise<Picture>
}

/** The bytes of a picture, and the extension of their format. */
export interface Picture {
  bytes: Uint8Array
  extension: 'png' | 'jpg' | 'webp'
}
