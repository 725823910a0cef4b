/** A server function's validator that only carries the type: the provider validates every input of the contract itself. */
export const passed =
  <Input>() =>
  (input: Input) =>
    input
