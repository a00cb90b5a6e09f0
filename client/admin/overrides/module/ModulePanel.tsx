/** Panel of a module: live state, actions, granted permissions, screens, and the last change. */
import { translateHookFailure } from '../../../../common/modules/hookFailures';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { module } from '../../../../common/entities/module';
import { useRow } from '../../../engine/data/useRow';
import { PanelHead } from '../../../engine/form/PanelHead';
import type { PanelProps } from '../../../engine/override';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useFormatters } from '../../../shared/i18n/format';
import { useEntityLabels, useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { EmptyState } from '../../../ui/EmptyState';
import { FactList, LogSection } from '../adminLog/LogSection';
import { JobView } from '../../jobs/JobView';
import { ModuleActions } from './ModuleActions';
import { ModuleGone } from './ModuleGone';
import { ModuleLinks } from './ModuleLinks';
import { parseModule, type ModuleState, type ShownModule } from './parseModule';
import { PermissionList } from './PermissionList';
import { StateChip } from './StateChip';

function Failure({ shown: { failure, state } }: { readonly shown: ShownModule }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const reason = failure[lang];
  if (reason === '') return null;
  const isUnknown = state === 'unknown';
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      {t(isUnknown ? 'modules.panel.unknown' : 'modules.panel.failed', { reason })}
      {isUnknown && <Typography variant="body2">{t('modules.panel.unknown_help')}</Typography>}
    </Alert>
  );
}

function Details({ shown }: { readonly shown: ShownModule }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { fields } = useEntityLabels(module);
  const facts = [
    ['version', shown.version],
    ['available_version', shown.availableVersion],
    ['author', shown.author],
    ['signer', shown.signer],
    ['source_url', shown.sourceUrl],
    ['installed_time', shown.installedAt === 0 ? '' : format.dateTime(shown.installedAt)],
  ] as const;
  return (
    <LogSection title={t('modules.panel.facts')}>
      <FactList facts={facts.map(([name, value]) => [fields[name] ?? name, value] as const)} />
    </LogSection>
  );
}

/** States in which the screens and pages of the installed version are there. */
const RUNNING_STATES: ReadonlySet<ModuleState> = new Set(['installed', 'update', 'unknown', 'download', 'install']);

interface ModuleViewProps {
  readonly id: number;
  readonly revision: number;
  readonly shown: ShownModule;
  readonly isGone: boolean;
  /** The column `parts`. */
  readonly parts: unknown;
}
function ModuleView({ id, revision, shown, isGone, parts }: ModuleViewProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { admin } = useBootstrap();
  return (
    <>
      <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
        {!isGone && <StateChip state={shown.state} />}
        <Typography>{shown.description[lang]}</Typography>
      </Stack>
      {!isGone && <Failure shown={shown} />}
      {!isGone && shown.hookFailure !== '' && (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {t('modules.panel.code_failed', { reason: translateHookFailure(lang, shown.hookFailure) })}
        </Alert>
      )}
      {admin.super && <ModuleActions id={id} revision={revision} shown={shown} isGone={isGone} />}
      {!isGone && RUNNING_STATES.has(shown.state) && <ModuleLinks shown={shown} parts={parts} />}
      <LogSection title={t('modules.panel.asks')}>
        <PermissionList permissions={shown.permissions} />
      </LogSection>
      <Details shown={shown} />
      {shown.jobId > 0 && (
        <LogSection title={t('modules.panel.change')}>
          <JobView id={shown.jobId} />
        </LogSection>
      )}
    </>
  );
}

export function ModulePanel({ id, ...panelHandlers }: PanelProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const lang = useLanguage();
  const { one } = useEntityLabels(module);
  const { cachedRow, version, fault } = useRow(module, id);
  // A repeated request of the open row responds with 404 once the row is gone.
  const isGone = cachedRow?.isDeleted === true || fault?.status === 404;
  const shown = version !== undefined && cachedRow !== undefined ? parseModule(cachedRow.row) : undefined;
  return (
    <Stack sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <PanelHead caption={`${one} · ${shown?.uid ?? ''}`} title={shown?.title[lang] ?? ''} {...panelHandlers} />
      <Stack tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 6 }}>
        {isGone && shown && (
          <ModuleGone
            by={cachedRow?.lastChange?.by?.name ?? null}
            wasInstalled={shown.installedAt > 0}
            onClose={panelHandlers.onClose}
          />
        )}
        {shown && cachedRow ? (
          <ModuleView
            id={id}
            shown={shown}
            isGone={isGone}
            revision={cachedRow.revision}
            parts={cachedRow.row['parts']}
          />
        ) : fault?.status === 404 ? (
          <EmptyState title={t('modules.panel.gone_title')} help={t('modules.panel.gone_help')} />
        ) : fault ? (
          <EmptyState title={t('engine.form.failed_title')} help={fault.msg} />
        ) : (
          [120, 80, 60].map((height) => <Skeleton key={height} variant="rounded" height={height} />)
        )}
      </Stack>
    </Stack>
  );
}
