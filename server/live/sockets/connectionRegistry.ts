/** The authenticated connections of this node, counted by principal. */
import type { Connection } from './connection';

/** Connections by socket id. The count per principal is maintained, so that a handshake does not iterate over all. */
export class ConnectionRegistry extends Map<string, Connection> {
  readonly #counts = new Map<string, number>();

  /** The number of connections of a principal on this node. */
  countForPrincipal(principal: string): number {
    return this.#counts.get(principal) ?? 0;
  }
  override set(id: string, connection: Connection): this {
    this.delete(id);
    this.#counts.set(connection.principal, this.countForPrincipal(connection.principal) + 1);
    return super.set(id, connection);
  }
  override delete(id: string): boolean {
    const connection = this.get(id);
    if (connection === undefined) return false;
    const remaining = this.countForPrincipal(connection.principal) - 1;
    if (remaining > 0) this.#counts.set(connection.principal, remaining);
    else this.#counts.delete(connection.principal);
    return super.delete(id);
  }
  override clear(): void {
    this.#counts.clear();
    super.clear();
  }
}
