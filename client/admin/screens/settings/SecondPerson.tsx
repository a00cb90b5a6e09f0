/** A protected setting that another admin must approve: the way to ask, and what waits already. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { config } from '../../../../common/entities/config';
import { CHANGE, pendingChange } from '../../../../common/entities/pendingChange';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { ListQuery } from '../../../../common/query/listQuery';
import { RequestApproval } from '../../../engine/form/approval/RequestApproval';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { usePermissions } from '../../../engine/usePermissions';
import { useRows } from '../../../engine/data/useRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { asString } from '../../../../common/json';
import { useSaySetting } from '../../overrides/pendingChange/ChangedValue';

const WAITING: ListQuery = {
  page: 1,
  limit: 200,
  sort: [{ field: 'id', dir: 'desc' }],
  where: { all: [{ field: 'status', op: '=', value: CHANGE.waiting }] },
};

/** The waiting change of one config item, live. */
function useWaiting(id: number): WireRow | undefined {
  const rights = usePermissions(pendingChange);
  const { list, hasPending: pending, applyPending: show } = useRows(pendingChange, WAITING, rights);
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
  readonly row: WireRow;
  readonly form: EntityFormState;
}
export function SecondPerson({ row, form }: SecondPersonProps) {
  const sees = usePermissions(pendingChange).can('read');
  return (
    <>
      {sees && <Waiting id={Number(row['id'])} />}
      <RequestApproval form={form} isInline />
    </>
  );
}

function Waiting({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const say = useSaySetting();
  const waiting = useWaiting(id);
  if (waiting === undefined) return null;
  const name = asString(waiting['name']);
  const [before, after] = [say(name, waiting['before'] ?? null), say(name, waiting['after'] ?? null)];
  const change = t('settings.second.change', { before, after, name: asString(waiting['asked_name']) });
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
