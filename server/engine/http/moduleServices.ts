/**
 * Dependency injection: the services that every module gets to register its routes. A module declares further ones in its `register…`
 * function.
 */
import type { Services } from '../../context';
import type { Reader } from '../read/reader';
import type { Writer } from '../write/writer';
import type { RouteRegistry } from './routeRegistry';

export interface ModuleServices {
  readonly services: Services;
  readonly routes: RouteRegistry;
  readonly reader: Reader;
  readonly writer: Writer;
  /** The remark of a screen's menu rule; an empty text when it has none. */
  readonly loadScreenRemark: (screen: string) => Promise<string>;
}
