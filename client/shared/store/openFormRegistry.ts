/**
 * Registry of open forms across the tabs of this browser. Drafts are stored under the id of their form, so that two tabs neither
 * overwrite nor delete each other's text. The draft of a form that no tab has open any more is offered to the next form.
 */
import { nanoid } from '@reduxjs/toolkit';
import { asRecord, asStringList } from '../../../common/json';
import type { TabChannel } from './tabChannel';

const FORM_ID_LENGTH = 12;
export const newFormId = (): string => nanoid(FORM_ID_LENGTH);

/** Timeout for the responses of other tabs, in milliseconds; the query runs once per form. */
const ANSWER_TIMEOUT_MS = 120;
type FormIdProvider = () => readonly string[];

export interface OpenFormRegistry {
  /** Adds a provider of form ids; returns its removal. */
  readonly register: (provider: FormIdProvider) => () => void;
  /** Resolves with the ids of all forms that are open in this browser. */
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
