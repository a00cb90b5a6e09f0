/** A request that would delete members who hold money waits until a person confirmed the amounts. */
import { createStepUp } from './stepUp';
import { asRecord, asString, asInteger } from '../../../common/json';

export interface BalanceHolder {
  readonly id: number;
  readonly name: string;
  /** A decimal text. */
  readonly money: string;
}
export interface BalanceQuestion {
  readonly holders: readonly BalanceHolder[];
  /** The amounts need a second person. */
  readonly needsSecondPerson: boolean;
}
export interface BalanceConfirmation {
  /** Settles with what to send as `confirm`; undefined when the person gave up. */
  readonly confirm: (question: BalanceQuestion) => Promise<Readonly<Record<string, string>> | undefined>;
  readonly question: () => BalanceQuestion | undefined;
  readonly resolve: (confirmed: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The question in the data of a refusal, if it asks one. */
export function parseBalanceQuestion(data: unknown): BalanceQuestion | undefined {
  const raw = asRecord(data);
  const list = raw?.['holders'];
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const holders = list.map((value: unknown): BalanceHolder => {
    const holder = asRecord(value);
    return {
      id: asInteger(holder?.['id']),
      name: asString(holder?.['name'], 100),
      money: asString(holder?.['money'], 30),
    };
  });
  return { holders, needsSecondPerson: raw?.['secondPerson'] === true };
}

/** One question at a time; it asks in the same way as the password is asked for. */
export function createBalanceConfirmation(): BalanceConfirmation {
  const stepUp = createStepUp();
  let current: BalanceQuestion | undefined;
  return {
    confirm: async (question) => {
      if (current !== undefined) return undefined;
      current = question;
      const isConfirmed = await stepUp.confirm();
      current = undefined;
      if (!isConfirmed) return undefined;
      return Object.fromEntries(question.holders.map(({ id, money }) => [String(id), money]));
    },
    question: () => (stepUp.isPending() ? current : undefined),
    resolve: stepUp.resolve,
    subscribe: stepUp.subscribe,
  };
}
