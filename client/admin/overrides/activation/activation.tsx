/** Activation codes in the console: known by their end, told whole to whoever may. */
import { lazy, Suspense } from 'react';
import { activationCode } from '../../../../common/entities/activationCode';
import { isWholeCode } from '../../../../common/text/codes';
import type { CellProps } from '../../../engine/kinds/kindView';
import { override, type Shows } from '../../../engine/override';

const Code = lazy(async () => ({ default: (await import('./CodeParts')).CodeCell }));
const CodeCell = (props: CellProps) => (
  <Suspense fallback={null}>
    <Code {...props} />
  </Suspense>
);
/** A code has its place once it was made. */
const shows: Shows = (field, valueOf) => field !== 'code' || valueOf('code') !== null;

export const activationCodeScreen = override(activationCode, {
  cells: { code: CodeCell },
  below: { code: lazy(async () => ({ default: (await import('./CodeParts')).BelowCode })) },
  bulkExtra: lazy(async () => ({ default: (await import('./CodeParts')).BulkCodes })),
  isSecret: isWholeCode,
  sayTitle: (title) => `•••• ${title}`,
  ownActions: true,
  shows,
});
