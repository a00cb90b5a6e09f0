/**
 * The marks of forms: what is kept of one lies under its mark, so that two tabs neither overwrite nor drop each other's text.
 * A form that is still open somewhere in this browser keeps its own; what a closed or crashed one left is offered to the next.
 */
import { nanoid } from '@reduxjs/toolkit';
import { asRecord, asStringList } from '../../../common/json';
import type { TabChannel } from './tabChannel';

const FORM_ID_LENGTH = 12;
export const newFormId = (): string => nanoid(FORM_ID_LENGTH);

/** How long other pages may take to answer; asked once per form. */
const ANSWER_TIMEOUT_MS = 120;
type FormIdProvider = () => readonly string[];

export interface OpenFormRegistry {
  /** Says which forms are open here, until it is called back. */
  readonly register: (provider: FormIdProvider) => () => void;
  /** The marks of all forms that are open in this browser. */
  readonly listOpenForms: () => Promise<ReadonlySet<string>>;
}

export function createOpenFormRegistry(channel: TabChannel): OpenFormRegistry {
  const providers = new Set<FormIdProvider>();
  const pendingQueries = new Set<(formIds: readonly string[]) => void>();
  const localFormIds = () => [...providers].flatMap((provider) => provider());
  channel.subscribe((message) => {
    const raw = asRecord(message);
    if (raw?.['kind'] === 'forms?') channel.post({ kind: 'forms', marks: localFormIds() });
    else if (raw?.['kind'] === 'forms') for (const collect of pendingQueries) collect(asStringList(raw['marks']));
  });
  return {
    register: (provider) => {
      providers.add(provider);
      return () => void providers.delete(provider);
    },
    listOpenForms: () =>
      new Promise((resolve) => {
        const found = new Set(localFormIds());
        const collect = (formIds: readonly string[]) => formIds.forEach((formId) => found.add(formId));
        pendingQueries.add(collect);
        channel.post({ kind: 'forms?' });
        setTimeout(() => {
          pendingQueries.delete(collect);
          resolve(found);
        }, ANSWER_TIMEOUT_MS);
      }),
  };
}
