/** One reconciliation: how far it came, and what does not add up, with the way to put it right by an entry. */
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECONCILING, reconciliation } from '../../../../common/entities/reconciliation';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { formatCents } from '../../../../common/text/cents';
import type { PanelProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { useFormatters } from '../../../shared/i18n/format';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const AdjustDialog = lazyWithRetry(async () => (await import('../ledger/AdjustDialog')).AdjustDialog);
const CODES = ['guard', 'place', 'start', 'sum', 'seal', 'head', 'lost', 'figure'] as const;

/** Of balances in cents. */
const AMOUNTS: ReadonlySet<string> = new Set(['before', 'stood', 'balance', 'walked', 'shown', 'held']);

interface Told {
  readonly where: string;
  readonly what: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly member: number;
}
const toldIn = (value: unknown): readonly Told[] =>
  (Array.isArray(value) ? value : []).map((one: unknown) => {
    const raw = asRecord(one) ?? {};
    return {
      where: asString(raw['where'], 120),
      what: asString(raw['what'], 300),
      code: asString(raw['code'], 20),
      params: asRecord(raw['params']) ?? {},
      member: asInteger(raw['user_id']),
    };
  });

function Finding({ told }: { readonly told: Told }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const kinds = {
    money: usePermissions(userMoneyLog).can('create'),
    score: usePermissions(userScoreLog).can('create'),
  };
  const code = CODES.find((one) => one === told.code);
  const { member, where, what } = told;
  const format = useFormatters();
  const isMoney = !/score/.test(where);
  const param = (name: string) => {
    const [text, whole] = [asString(told.params[name]), Number(told.params[name] ?? 0)];
    // what is longer than a number holds comes as text
    const amount = /^-?\d+$/.test(text) ? BigInt(text) : whole;
    return isMoney && AMOUNTS.has(name) ? format.money(formatCents(amount)) : text || whole;
  };
  const names = ['name', 'n', 'next', 'before', 'stood', 'balance', 'walked', 'entries', 'shown', 'held'] as const;
  const params = Object.fromEntries(names.map((name) => [name, param(name)])) as Record<
    (typeof names)[number],
    string | number
  >;
  return (
    <Stack component="li" data-finding={told.code} sx={{ gap: 1, py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {where}
      </Typography>
      <Typography>{code ? t(`reconciliation.finding.${code}`, params) : what}</Typography>
      {member > 0 && (kinds.money || kinds.score) && (
        <Button size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
          {t('memberSupport.adjust')}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <AdjustDialog id={member} name={`#${member}`} kinds={kinds} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

export function Reconciled({ id, onClose }: PanelProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const { cachedRow: held } = useRow(reconciliation, id);
  const row = held?.row;
  const [status, checked, total] = [Number(row?.['status']), asInteger(row?.['checked']), asInteger(row?.['total'])];
  const found = toldIn(row?.['findings']);
  const isGoing = status === RECONCILING.waiting || status === RECONCILING.running;
  const words = { checked: format.number(checked), total: format.number(total) };
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
          {isGoing && (
            <LinearProgress
              aria-label={t('reconciliation.result.going', words)}
              {...(total > 0 ? { variant: 'determinate' as const, value: Math.min(100, (checked / total) * 100) } : {})}
            />
          )}
          <Typography data-reconciled={status}>
            {isGoing && t('reconciliation.result.going', words)}
            {status === RECONCILING.sound && t('reconciliation.result.sound', words)}
            {status === RECONCILING.findings && t('reconciliation.result.findings', { count: asInteger(row['found']) })}
            {status === RECONCILING.failed && t('reconciliation.result.failed')}
          </Typography>
          {status === RECONCILING.findings && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('reconciliation.result.mend')}
            </Typography>
          )}
          <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {found.map((told, at) => (
              <Finding key={`${told.where}:${told.code}:${at}`} told={told} />
            ))}
          </Stack>
        </Stack>
      )}
    </Stack>
  );
}
