/** One entry of the admin log: who, when, whence, and what it changed, with the way to take all of it back. */
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminLog } from '../../../../common/entities/adminLog';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { PanelProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useFormatters } from '../../../shared/i18n/format';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { PanelHead } from '../../../engine/form/PanelHead';
import { ChangeSet } from './ChangeSet';
import { Noted } from './Noted';
import { LogPart, Facts } from './LogPart';
import { useLogTitle } from './useLogTitle';

function Head({ row, id, onClose, onPage }: PanelProps & { readonly row: WireRow | undefined }) {
  const { t } = useTranslation();
  const titleOf = useLogTitle();
  const format = useFormatters();
  const said = row && { name: asString(row['username']), time: format.dateTime(asInteger(row['create_time'])) };
  return (
    <PanelHead
      caption={said ? t('permissions.log.by', said) : `#${id}`}
      title={row ? titleOf(row) : t('permissions.log.entry')}
      {...{ onClose, onPage }}
    />
  );
}

/** What the entry says of itself: a refusal, an act with its change-set, or something older. */
function Body({ row }: { readonly row: WireRow }): ReactNode {
  const { t } = useTranslation();
  const data = asRecord(row['data']) ?? {};
  const cid = asString(data['cid']);
  const about = [
    [t('permissions.log.url'), asString(row['url'], 1000)],
    [t('permissions.log.from'), asString(row['ip'])],
    [t('permissions.log.with'), asString(row['useragent'])],
  ] as const;
  return (
    <>
      {data['refused'] !== undefined && (
        <LogPart title={t('permissions.log.what')}>
          <Typography sx={{ mb: 2 }}>{t('permissions.log.refused')}</Typography>
          <Facts
            facts={[
              [t('permissions.log.rule'), asString(data['refused'])],
              [t('permissions.log.route'), `${asString(data['method'])} ${asString(data['path'])}`.trim()],
              [t('permissions.log.node'), asString(data['node'])],
            ]}
          />
        </LogPart>
      )}
      {cid !== '' && <ChangeSet cid={cid} otherwise={<Noted data={data} />} />}
      {cid === '' && data['refused'] === undefined && <Noted data={data} />}
      {about.some(([, said]) => said !== '') && (
        <LogPart title={t('permissions.log.about')}>
          <Facts facts={about} />
        </LogPart>
      )}
    </>
  );
}

export function LogDetail({ id, onClose, onPage }: PanelProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { cachedRow: held, version: mark, fault } = useRow(adminLog, id);
  const ready = mark !== undefined && held?.row['data'] !== undefined;
  return (
    <Stack sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <Head {...{ id, onClose, onPage }} row={held?.row} />
      <Stack tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 6 }}>
        {fault ? (
          <EmptyState title={t('engine.form.failed_title')} help={fault.msg} />
        ) : ready ? (
          <Body row={held.row} />
        ) : (
          [120, 80, 60].map((height) => <Skeleton key={height} variant="rounded" height={height} />)
        )}
      </Stack>
    </Stack>
  );
}
