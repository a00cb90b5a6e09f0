/** The sockets of this node that are signed in, counted by principal. */
import type { Peer } from './peer';

/** Peers by the id of their socket. A handshake asks for a count and never walks through the others. */
export class Peers extends Map<string, Peer> {
  readonly #counts = new Map<string, number>();

  /** How many sockets a principal has on this node. */
  countOf(principal: string): number {
    return this.#counts.get(principal) ?? 0;
  }
  override set(id: string, peer: Peer): this {
    this.delete(id);
    this.#counts.set(peer.principal, this.countOf(peer.principal) + 1);
    return super.set(id, peer);
  }
  override delete(id: string): boolean {
    const peer = this.get(id);
    if (peer === undefined) return false;
    const left = this.countOf(peer.principal) - 1;
    if (left > 0) this.#counts.set(peer.principal, left);
    else this.#counts.delete(peer.principal);
    return super.delete(id);
  }
  override clear(): void {
    this.#counts.clear();
    super.clear();
  }
}
