/** What Emscripten makes of a codec: a function that loads it, told how. */
type Factory<Codec> = (options: { noInitialRun: boolean; instantiateWasm: Instantiate }) => Promise<Codec>
type Instantiate = (imports: WebAssembly.Imports, done: (instance: never) => void) => WebAssembly.Exports

/**
 * How Emscripten's code gets its instance in a Worker: from a module of the bundle, since nothing is compiled at run time.
 * Every call makes a new instance, so the memory that a picture took is given back with it.
 */
export function instantiate(module: WebAssembly.Module): Instantiate {
  return (imports, done) => {
    const instance = new WebAssembly.Instance(module, imports)
    done(instance as never)
    return instance.exports
  }
}

/** A new instance of a codec. */
export const loadCodec = <Codec>(factory: unknown, module: WebAssembly.Module): Promise<Codec> =>
  (factory as Factory<Codec>)({ noInitialRun: true, instantiateWasm: instantiate(module) })
