/** Log entry: author, time, origin, changes, and undo. */
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminLog } from '../../../../common/entities/adminLog';
import { browserText } from '../../../../common/parseUserAgent';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { PanelProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useFormatters } from '../../../shared/i18n/format';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { PanelHead } from '../../../engine/form/PanelHead';
import { ChangeSet } from './ChangeSet';
import { LoggedFields } from './LoggedFields';
import { LogSection, FactList } from './LogSection';
import { useLogTitle } from './useLogTitle';

function LogHeader({ row, id, onClose, onPage }: PanelProps & { readonly row: WireRow | undefined }) {
  const { t } = useTranslation();
  const titleOf = useLogTitle();
  const format = useFormatters();
  const author = row && { name: asString(row['username']), time: format.dateTime(asInteger(row['create_time'])) };
  return (
    <PanelHead
      caption={author ? t('permissions.log.by', author) : `#${id}`}
      title={row ? titleOf(row) : t('permissions.log.entry')}
      onClose={onClose}
      onPage={onPage}
    />
  );
}

/** Content of an entry: a denied request, a change set, or the logged fields of older entries. */
function LogBody({ row }: { readonly row: WireRow }): ReactNode {
  const { t } = useTranslation();
  const data = asRecord(row['data']) ?? {};
  const cid = asString(data['cid']);
  const requestFacts = [
    [t('permissions.log.url'), asString(row['url'], 1000)],
    [t('permissions.log.from'), asString(row['ip'])],
    [t('permissions.log.with'), browserText(asString(row['useragent']))],
  ] as const;
  return (
    <>
      {data['refused'] !== undefined && (
        <LogSection title={t('permissions.log.what')}>
          <Typography sx={{ mb: 2 }}>{t('permissions.log.refused')}</Typography>
          <FactList
            facts={[
              [t('permissions.log.rule'), asString(data['refused'])],
              [t('permissions.log.route'), `${asString(data['method'])} ${asString(data['path'])}`.trim()],
              [t('permissions.log.node'), asString(data['node'])],
            ]}
          />
        </LogSection>
      )}
      {cid !== '' && <ChangeSet cid={cid} fallback={<LoggedFields data={data} />} />}
      {cid === '' && data['refused'] === undefined && <LoggedFields data={data} />}
      {requestFacts.some(([, value]) => value !== '') && (
        <LogSection title={t('permissions.log.about')}>
          <FactList facts={requestFacts} />
        </LogSection>
      )}
    </>
  );
}

export function LogDetail({ id, onClose, onPage }: PanelProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { cachedRow, version, fault } = useRow(adminLog, id);
  const isLoaded = version !== undefined && cachedRow?.row['data'] !== undefined;
  return (
    <Stack sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <LogHeader id={id} onClose={onClose} onPage={onPage} row={cachedRow?.row} />
      <Stack tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 6 }}>
        {fault ? (
          <EmptyState title={t('engine.form.failed_title')} help={fault.msg} />
        ) : isLoaded ? (
          <LogBody row={cachedRow.row} />
        ) : (
          [120, 80, 60].map((height) => <Skeleton key={height} variant="rounded" height={height} />)
        )}
      </Stack>
    </Stack>
  );
}
