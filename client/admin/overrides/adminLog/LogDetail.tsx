/** One entry of the admin log: who, when, whence, and what it changed, with the way to take all of it back. */
import CloseIcon from '@mui/icons-material/Close';
import OpenIcon from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminLog } from '../../../../common/entities/adminLog';
import type { Wire } from '../../../../common/entity/project';
import type { PanelProps } from '../../../engine/override';
import { useRow } from '../../../engine/useRow';
import { useFormat } from '../../../shared/format';
import { asRecord, asText, asWhole } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';
import { EmptyState } from '../../../ui/EmptyState';
import { ChangeSet } from './ChangeSet';
import { Noted } from './Noted';
import { LogPart, Facts } from './LogPart';

function Head({ row, id, onClose, onPage }: PanelProps & { readonly row: Wire | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const said = row && { name: asText(row['username']), time: format.dateTime(asWhole(row['create_time'])) };
  return (
    <Stack
      component="header"
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 5, py: 3, borderBottom: 1, borderColor: 'divider', flex: 'none' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
          {said ? t('rights.log.by', said) : `#${id}`}
        </Typography>
        <Typography variant="h3" component="h2" noWrap title={asText(row?.['title'])}>
          {row ? asText(row['title']) : t('rights.log.entry')}
        </Typography>
      </Box>
      {onPage && (
        <Tooltip title={t('engine.form.open_page')}>
          <IconButton aria-label={t('engine.form.open_page')} onClick={onPage}>
            <OpenIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('engine.form.close')}>
        <IconButton aria-label={t('engine.form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}

/** What the entry says of itself: a refusal, an act with its change-set, or something older. */
function Body({ row }: { readonly row: Wire }): ReactNode {
  const { t } = useTranslation();
  const data = asRecord(row['data']) ?? {};
  const cid = asText(data['cid']);
  const about = [
    [t('rights.log.url'), asText(row['url'], 1000)],
    [t('rights.log.from'), asText(row['ip'])],
    [t('rights.log.with'), asText(row['useragent'])],
  ] as const;
  return (
    <>
      {data['refused'] !== undefined && (
        <LogPart title={t('rights.log.what')}>
          <Typography sx={{ mb: 2 }}>{t('rights.log.refused')}</Typography>
          <Facts
            facts={[
              [t('rights.log.rule'), asText(data['refused'])],
              [t('rights.log.route'), `${asText(data['method'])} ${asText(data['path'])}`.trim()],
              [t('rights.log.node'), asText(data['node'])],
            ]}
          />
        </LogPart>
      )}
      {cid !== '' && <ChangeSet cid={cid} otherwise={<Noted data={data} />} />}
      {cid === '' && data['refused'] === undefined && <Noted data={data} />}
      {about.some(([, said]) => said !== '') && (
        <LogPart title={t('rights.log.about')}>
          <Facts facts={about} />
        </LogPart>
      )}
    </>
  );
}

export function LogDetail({ id, onClose, onPage }: PanelProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { held, mark, fault } = useRow(adminLog, id);
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
