/** A request that would delete members with a balance waits until the person confirms the amounts. */
import { createStepUp } from './stepUp';
import { asRecord, asString, asInteger } from '../../../common/json';

export interface BalanceHolder {
  readonly id: number;
  readonly name: string;
  /** Decimal text. */
  readonly money: string;
}
export interface BalanceQuestion {
  readonly holders: readonly BalanceHolder[];
  /** Another admin must approve the amounts. */
  readonly needsSecondPerson: boolean;
}
export interface BalanceConfirmation {
  /** Resolves with the value of the request's `confirm`; undefined if the person canceled. */
  readonly confirm: (question: BalanceQuestion) => Promise<Readonly<Record<string, string>> | undefined>;
  readonly question: () => BalanceQuestion | undefined;
  readonly resolve: (confirmed: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Parses the question from the data of a refusal; undefined if there is none. */
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

/** Handles one question at a time; a further one is canceled. */
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
