/** A protected setting that another admin must approve: the way to ask, and what waits already. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { config } from '../../../../common/entities/config';
import { CHANGE, pendingChange } from '../../../../common/entities/pendingChange';
import type { Wire } from '../../../../common/entity/project';
import type { ListQuery } from '../../../../common/entity/query';
import { AskApproval } from '../../../engine/form/AskApproval';
import type { Form } from '../../../engine/useForm';
import { useMay } from '../../../engine/useMay';
import { useRows } from '../../../engine/useRows';
import { useAppSelector } from '../../../shared/createStore';
import { asText } from '../../../shared/persist';
import { useSaySetting } from '../../overrides/pendingChange/ChangedValue';

const WAITING: ListQuery = {
  page: 1,
  limit: 200,
  sort: [{ field: 'id', dir: 'desc' }],
  where: { all: [{ field: 'status', op: '=', value: CHANGE.waiting }] },
};

/** The waiting change of one config item, live. */
function useWaiting(id: number): Wire | undefined {
  const rights = useMay(pendingChange);
  const { list, pending, show } = useRows(pendingChange, WAITING, rights);
  // A list holds new rows back until they are shown; here each one counts at once.
  useEffect(() => {
    if (pending) show();
  }, [pending, show]);
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
export function SecondPerson({ row, form }: SecondPersonProps) {
  const sees = useMay(pendingChange).may('read');
  return (
    <>
      {sees && <Waiting id={Number(row['id'])} />}
      <AskApproval form={form} bare />
    </>
  );
}

function Waiting({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const say = useSaySetting();
  const waiting = useWaiting(id);
  if (waiting === undefined) return null;
  const name = asText(waiting['name']);
  const [before, after] = [say(name, waiting['before'] ?? null), say(name, waiting['after'] ?? null)];
  const change = t('settings.second.change', { before, after, name: asText(waiting['asked_name']) });
  return (
    <Alert
      severity="info"
      data-waiting
      sx={{ mt: 1, overflowWrap: 'anywhere' }}
      action={
        <Button
          color="inherit"
          size="small"
          component={Link}
          to={`/admin/${pendingChange.name}?record=${Number(waiting['id'])}`}
        >
          {t('notice.show')}
        </Button>
      }
    >
      {t('settings.second.waiting', { change })}
    </Alert>
  );
}
