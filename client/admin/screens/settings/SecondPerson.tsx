/** A protected setting that another admin must approve: the way to ask, and what waits already. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../../../common/entities/config';
import { CHANGE, pendingChange } from '../../../../common/entities/pendingChange';
import type { Json } from '../../../../common/entity/field';
import type { Wire } from '../../../../common/entity/project';
import type { ListQuery } from '../../../../common/entity/query';
import { valueOf } from '../../../engine/draft';
import type { Form } from '../../../engine/useForm';
import { useMay } from '../../../engine/useMay';
import { useRows } from '../../../engine/useRows';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { useAppSelector } from '../../../shared/createStore';
import type { CallFault } from '../../../shared/faults';
import { asRecord, asText } from '../../../shared/persist';

const WAITING: ListQuery = {
  page: 1,
  limit: 200,
  sort: [{ field: 'id', dir: 'desc' }],
  where: { all: [{ field: 'status', op: '=', value: CHANGE.waiting }] },
};

/** The waiting change of one config item, live. */
function useWaiting(id: number): Wire | undefined {
  const rights = useMay(pendingChange);
  const { list } = useRows(pendingChange, WAITING, rights);
  const held = useAppSelector((state) => state.entities.rows[pendingChange.name]);
  return useMemo(
    () =>
      list.ids
        .map((one) => held?.[one]?.row)
        .find(
          (row) => row?.['subject'] === config.name && row['subject_id'] === id && row['status'] === CHANGE.waiting,
        ),
    [list.ids, held, id],
  );
}

interface SecondPersonProps {
  readonly row: Wire;
  readonly form: Form;
}
const asksSecond = (fault: CallFault | undefined): boolean => asRecord(fault?.data)?.['secondPerson'] === true;

export function SecondPerson({ row, form }: SecondPersonProps) {
  const { t } = useTranslation();
  const sees = useMay(pendingChange).may('read');
  return (
    <>
      {sees && <Waiting id={Number(row['id'])} />}
      {asksSecond(form.fault) && form.dirty.length > 0 && (
        <Ask id={Number(row['id'])} form={form} label={t('settings.second.ask')} />
      )}
    </>
  );
}

function Waiting({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const waiting = useWaiting(id);
  if (waiting === undefined) return null;
  const after: Json = waiting['after'] ?? null;
  const value = after === null ? t('settings.second.none') : asText(after) || JSON.stringify(after);
  return (
    <Alert severity="info" data-waiting sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {t('settings.second.waiting', { value, name: asText(waiting['asked_name']) })}
    </Alert>
  );
}

interface AskProps {
  readonly id: number;
  readonly form: Form;
  readonly label: string;
}
function Ask({ id, form, label }: AskProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [ask, { isLoading }] = api.useRequestMutation();
  const send = async () => {
    const body = { id, value: valueOf(form.draft, 'value') };
    const { error } = await ask({ url: `/admin/${config.name}/ask`, method: 'POST', body });
    if (error !== undefined) return;
    toasts.show('success', t('settings.second.asked'));
    form.discard();
  };
  return (
    <Button size="small" variant="outlined" loading={isLoading} onClick={() => void send()} sx={{ mt: 1 }}>
      {label}
    </Button>
  );
}
