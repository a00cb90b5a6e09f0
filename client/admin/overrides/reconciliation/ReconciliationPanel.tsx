/** Reconciliation: progress, findings, and a button that books a correcting entry. */
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECONCILIATION_STATUS, reconciliation } from '../../../../common/entities/reconciliation';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { LEDGER_PROBLEM } from '../../../../common/ledgerProblem';
import { formatCents } from '../../../../common/text/cents';
import type { PanelProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { useFormatters } from '../../../shared/i18n/format';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { bookableKey } from '../ledger/amounts';

const AdjustDialog = lazyWithRetry(async () => (await import('../ledger/booking/AdjustDialog')).AdjustDialog);
/** Parameters that are amounts in cents. */
const AMOUNTS: ReadonlySet<string> = new Set(['before', 'stood', 'balance', 'walked', 'shown', 'held']);

interface ReconciliationFinding {
  readonly place: string;
  readonly message: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly memberId: number;
}
const parseFindings = (value: unknown): readonly ReconciliationFinding[] =>
  (Array.isArray(value) ? value : []).map((item: unknown) => {
    const raw = asRecord(item) ?? {};
    return {
      place: asString(raw['where'], 120),
      message: asString(raw['what'], 300),
      code: asString(raw['code'], 20),
      params: asRecord(raw['params']) ?? {},
      memberId: asInteger(raw['user_id']),
    };
  });

function FindingItem({ finding }: { readonly finding: ReconciliationFinding }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const kinds = {
    money: usePermissions(userMoneyLog).can('create'),
    score: usePermissions(userScoreLog).can('create'),
  };
  const code = Object.values(LEDGER_PROBLEM).find((item) => item === finding.code);
  const { memberId, place, message } = finding;
  const format = useFormatters();
  const isMoney = !/score/.test(place);
  const param = (name: string) => {
    const [text, whole] = [asString(finding.params[name]), Number(finding.params[name] ?? 0)];
    // integers beyond the safe range arrive as text
    const amount = /^-?\d+$/.test(text) ? BigInt(text) : whole;
    return isMoney && AMOUNTS.has(name) ? format.money(formatCents(amount)) : text || whole;
  };
  const names = ['name', 'n', 'next', 'before', 'stood', 'balance', 'walked', 'entries', 'shown', 'held'] as const;
  const params = Object.fromEntries(names.map((name) => [name, param(name)])) as Record<
    (typeof names)[number],
    string | number
  >;
  return (
    <Stack component="li" data-finding={finding.code} sx={{ gap: 1, py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {place}
      </Typography>
      <Typography>{code ? t(`reconciliation.finding.${code}`, params) : message}</Typography>
      {memberId > 0 && (kinds.money || kinds.score) && (
        <Button size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
          {t(`memberSupport.adjust.${bookableKey(kinds)}`)}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <AdjustDialog id={memberId} name={`#${memberId}`} kinds={kinds} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

export function ReconciliationPanel({ id, onClose }: PanelProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const { cachedRow } = useRow(reconciliation, id);
  const row = cachedRow?.row;
  const [status, checked, total] = [Number(row?.['status']), asInteger(row?.['checked']), asInteger(row?.['total'])];
  const findings = parseFindings(row?.['findings']);
  const isRunning = status === RECONCILIATION_STATUS.waiting || status === RECONCILIATION_STATUS.running;
  const progress = { checked: format.number(checked), total: format.number(total) };
  return (
    <Stack sx={{ height: '100%', overflow: 'auto' }}>
      <Stack direction="row" sx={{ alignItems: 'center', px: 5, py: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('reconciliation.result.title', { id })}
        </Typography>
        <IconButton aria-label={t('engine.form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      {row && (
        <Stack component="output" sx={{ gap: 3, p: 5 }}>
          {isRunning && (
            <LinearProgress
              aria-label={t('reconciliation.result.going', progress)}
              {...(total > 0 ? { variant: 'determinate' as const, value: Math.min(100, (checked / total) * 100) } : {})}
            />
          )}
          <Typography data-reconciled={status}>
            {isRunning && t('reconciliation.result.going', progress)}
            {status === RECONCILIATION_STATUS.sound && t('reconciliation.result.sound', progress)}
            {status === RECONCILIATION_STATUS.findings &&
              t('reconciliation.result.findings', { count: asInteger(row['found']) })}
            {status === RECONCILIATION_STATUS.failed && t('reconciliation.result.failed')}
          </Typography>
          {status === RECONCILIATION_STATUS.findings && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('reconciliation.result.mend')}
            </Typography>
          )}
          <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {findings.map((finding, index) => (
              <FindingItem key={`${finding.place}:${finding.code}:${index}`} finding={finding} />
            ))}
          </Stack>
        </Stack>
      )}
    </Stack>
  );
}
