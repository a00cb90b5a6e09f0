/** A change of a shared draft that moved text, and places in texts. */
import type { ID } from 'yjs';

/** A place in a text: before or behind a character, or at the start of the text with this id. */
export interface Place {
  readonly id: ID;
  readonly side: 'before' | 'behind' | 'start';
}
/** Characters with numbers that follow each other. */
export interface IdRange {
  readonly client: number;
  readonly clock: number;
  readonly len: number;
}
/** One change that moved text. */
export interface Move {
  /** The number of the message that tells the editors; infinite before it is sent. */
  relayNumber: number;
  /** False while this server alone knows the change. */
  isStored: boolean;
  /** Something that the change inserted; undefined for one that only deleted. */
  readonly inserted?: ID | undefined;
}
