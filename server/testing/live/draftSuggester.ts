/** Somebody who suggests changes in a shared draft. */
import {
  DELETION,
  INSERTION,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../common/text/richText/draftSuggestion';
import type { DraftUpdateAck, JoinedDraft } from '../../../common/protocol/sharedDraft';
import type { DraftClient } from './draftClient';

export interface Suggester extends DraftClient {
  /** The string of the suggestions, and the attributes of their marks. */
  readonly suggestion: string;
  readonly mark: Readonly<Record<string, string>>;
}

/** Joins the draft as somebody who may suggest. */
export async function joinAsSuggester(client: DraftClient): Promise<Suggester> {
  const joined = (await client.join()) as JoinedDraft;
  const suggestion = printSuggestion({ ...(joined.suggest ?? { p: '', name: '' }), at: 60_000 });
  return { ...client, suggestion, mark: { [SUGGESTION_ATTRIBUTE]: suggestion } };
}

/** Suggests a text in a paragraph. */
export const suggestText = (
  { change, paragraph, mark }: Suggester,
  index: number,
  at: number,
  text: string,
): Promise<DraftUpdateAck> => change(() => paragraph(index).insert(at, text, { [INSERTION]: mark }));
/** Suggests to delete a text of a paragraph. */
export const suggestDeletion = (
  { change, paragraph, mark }: Suggester,
  index: number,
  at: number,
  length: number,
): Promise<DraftUpdateAck> => change(() => paragraph(index).format(at, length, { [DELETION]: mark }));

/** Accepts a suggested text as an editor does: it becomes ordinary. */
export const acceptText = (
  { change, paragraph }: DraftClient,
  index: number,
  at: number,
  length: number,
): Promise<DraftUpdateAck> => change(() => paragraph(index).format(at, length, { [INSERTION]: null }));
/** Rejects a suggested text as an editor does. */
export const rejectText = (
  { change, paragraph }: DraftClient,
  index: number,
  at: number,
  length: number,
): Promise<DraftUpdateAck> => change(() => paragraph(index).delete(at, length));
