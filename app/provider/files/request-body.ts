/** Bytes of a body that are in hand at a time. */
const pieceBytes = 256 * 1024

/** The body of a request as it comes, cut where it is wanted, through one buffer, however long it is. */
export class RequestBody {
  readonly #reader: ReadableStreamBYOBReader
  #buffer = new ArrayBuffer(pieceBytes)

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader({ mode: 'byob' })
  }

  /**
   * Writes the next `length` bytes and closes what they are written to.
   * @throws when the body ends or breaks before; what was written to is aborted then
   */
  async forward(length: number, writable: WritableStream<Uint8Array>): Promise<void> {
    const writer = writable.getWriter()
    try {
      for (let left = length; left > 0;) {
        const piece = await this.#read(left)
        await writer.write(piece)
        left -= piece.byteLength
        // A read takes the buffer away and gives it back as another object.
        this.#buffer = piece.buffer
      }
      await writer.close()
    } catch (error) {
      await writer.abort(error)
      throw error
    }
  }

  async #read(most: number): Promise<Uint8Array<ArrayBuffer>> {
    const { value } = await this.#reader.read(new Uint8Array(this.#buffer, 0, Math.min(most, pieceBytes)))
    if (!value || value.byteLength === 0) throw new Error('the body ended early')
    return value as Uint8Array<ArrayBuffer>
  }
}
