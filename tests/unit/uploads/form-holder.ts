import { type FormFile, filesOfForm } from '~/provider/files/uploads-form.ts'

const held: FormFile[][] = []

/** Keeps the files of each form that it is sent, as an upload does until its bytes are stored, and tells their names and sizes. */
export default {
  async fetch(request: Request): Promise<Response> {
    const files = await filesOfForm(request)
    held.push(files)
    return Response.json(files.map(({ name, size }) => ({ name, size })))
  },
}
