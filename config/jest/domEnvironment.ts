/** jsdom with the globals of Node that it lacks and that MUI, RTK Query and Socket.IO expect: fetch, encoding, streams. */
import { TestEnvironment } from 'jest-environment-jsdom';

const NODE_GLOBALS = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'AbortController',
  'AbortSignal',
  'structuredClone',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'BroadcastChannel',
  'Uint8Array',
  'ArrayBuffer',
  'setImmediate',
  'clearImmediate',
] as const;

export default class DomEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    for (const name of NODE_GLOBALS) {
      Object.defineProperty(this.global, name, { value: globalThis[name], writable: true, configurable: true });
    }
  }
}
