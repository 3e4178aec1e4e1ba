/**
 * The environment of the unit tests: one happy-dom window for all files of a worker. Modules stay loaded from file to file (`isolate: false`), and
 * those that listen to `document` or wrap `history` do so once, so a window of its own for each file would leave them with an old one.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];
const READY = Symbol.for('barback.test.window');

const environment: Environment = {
  name: 'one-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!(READY in global)) {
      await happyDom.setup(global, options);
      global[READY] = true;
    }
    return { teardown() {} };
  },
};

export default environment;
