/** Activation codes: shown by their last characters, whole for readers with permission. */
import { MASK } from '../../../../common/mask';
import { activationCode } from '../../../../common/entities/activationCode';
import { isFullCode } from '../../../../common/text/activationCode';
import { defineOverride, type IsFieldVisible } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';

const CodeCell = lazyWithoutSuspense(async () => (await import('./CodeCell')).CodeCell);
const UsageCell = lazyWithoutSuspense(async () => (await import('./CodeCell')).UsageCell);
/** A new code has no value yet. */
const isFieldVisible: IsFieldVisible = (field, valueOf) => field !== 'code' || valueOf('code') !== null;

export const activationCodeOverride = defineOverride(activationCode, {
  cells: { code: CodeCell, use_status: UsageCell },
  belowField: { code: lazyWithRetry(async () => (await import('./CodeCell')).ShowCodeButton) },
  bulkActions: lazyWithRetry(async () => (await import('./CodeCell')).ShowSelectedCodesButton, 'small'),
  isSensitiveSearch: isFullCode,
  translateTitle: (title) => `${MASK} ${title}`,
  headerExtra: lazyWithRetry(async () => (await import('./CodesHeader')).CodesHeader, 'small'),
  customActions: true,
  isFieldVisible,
});
