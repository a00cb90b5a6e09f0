/** Activation codes are made by the house and kept sealed: a row shows the end of its code, and whoever holds the node is told the rest. */
import { activationCode } from '../../common/entities/activationCode';
import { fault } from '../../common/protocol/faults';
import { isWholeCode } from '../../common/text/codes';
import { keepCode, marksOf, newCode, openCode } from '../access/activationCodes';
import { behave, type Stored } from '../engine/behaviour';

/** The whole code of a row. */
export function wholeCode(
  keys: readonly string[],
  { mark, sealed }: Pick<Stored<typeof activationCode>, 'mark' | 'sealed'>,
) {
  const code = mark === null || sealed === null ? undefined : openCode(keys, { mark, sealed });
  if (code === undefined) throw fault('row.sealed_elsewhere');
  return code;
}

export const activationCodeBehaviour = behave(activationCode, {
  beforeWrite: ({ kit }, changes, before) => {
    const { code, mark: _mark, sealed: _sealed, ...rest } = changes;
    return before === undefined ? { ...rest, ...keepCode(kit.env.appKeys, code ?? newCode()) } : rest;
  },
  actions: {
    /** Nothing of the row changes; what no key opens is not noted as told. */
    reveal: ({ kit }, row) => {
      wholeCode(kit.env.appKeys, row);
      return {};
    },
  },
  sought: {
    field: 'code',
    by: (keys, text) =>
      isWholeCode(text) ? marksOf(keys, text).map((value) => ({ field: 'mark', op: '=', value })) : undefined,
  },
});
