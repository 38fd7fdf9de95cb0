type Disposal = () => unknown;

/** What Node 22 lacks: as the standard has it, as far as it is used here. Node 24 has its own. */
class Stack implements Pick<AsyncDisposableStack, 'use' | 'defer' | 'move' | 'disposeAsync'> {
  #disposals: Disposal[] = [];

  use<T extends AsyncDisposable | Disposable | null | undefined>(value: T): T {
    if (value)
      this.defer(() =>
        Symbol.asyncDispose in value ? value[Symbol.asyncDispose]() : value[Symbol.dispose](),
      );
    return value;
  }

  defer(dispose: Disposal): void {
    this.#disposals.push(dispose);
  }

  move(): AsyncDisposableStack {
    const moved = new Stack();
    moved.#disposals = this.#disposals;
    this.#disposals = [];
    // The rest of the standard's class has no user here.
    return moved as unknown as AsyncDisposableStack;
  }

  /** Last in, first out; all of them run, and then the first error of one is thrown. */
  async disposeAsync(): Promise<void> {
    const errors: unknown[] = [];
    for (const dispose of this.#disposals.splice(0).reverse())
      await Promise.resolve()
        .then(dispose)
        .catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }
}

globalThis.AsyncDisposableStack ??= Stack as unknown as AsyncDisposableStackConstructor;
