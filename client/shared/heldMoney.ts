/** A request that would delete members who hold money waits until a person confirmed the amounts. */
import { createStepUp } from './stepUp';
import { asRecord, asText, asWhole } from './persist';

export interface Holder {
  readonly id: number;
  readonly name: string;
  /** A decimal text. */
  readonly money: string;
}
export interface HeldQuestion {
  readonly holders: readonly Holder[];
  /** The amounts need a second person. */
  readonly second: boolean;
}
export interface HeldMoney {
  /** Settles with what to send as `confirm`; undefined when the person gave up. */
  readonly ask: (question: HeldQuestion) => Promise<Readonly<Record<string, string>> | undefined>;
  readonly question: () => HeldQuestion | undefined;
  readonly settle: (confirmed: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The question in the data of a refusal, if it asks one. */
export function heldQuestionOf(data: unknown): HeldQuestion | undefined {
  const raw = asRecord(data);
  const list = raw?.['holders'];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const holders = list.map((value: unknown): Holder => {
    const holder = asRecord(value);
    return { id: asWhole(holder?.['id']), name: asText(holder?.['name'], 100), money: asText(holder?.['money'], 30) };
  });
  return { holders, second: raw?.['secondPerson'] === true };
}

/** One question at a time; it asks in the same way as the password is asked for. */
export function createHeldMoney(): HeldMoney {
  const asking = createStepUp();
  let current: HeldQuestion | undefined;
  return {
    ask: async (question) => {
      if (current !== undefined) return undefined;
      current = question;
      const isConfirmed = await asking.ask();
      current = undefined;
      if (!isConfirmed) return undefined;
      return Object.fromEntries(question.holders.map(({ id, money }) => [String(id), money]));
    },
    question: () => (asking.pending() ? current : undefined),
    settle: asking.settle,
    subscribe: asking.subscribe,
  };
}
