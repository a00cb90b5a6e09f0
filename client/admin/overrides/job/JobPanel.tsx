/** Panel of a job beside the list of jobs. */
import Stack from '@mui/material/Stack';
import { job as jobEntity } from '../../../../common/entities/job';
import { PanelHead } from '../../../engine/form/PanelHead';
import type { PanelProps } from '../../../engine/override';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useJob } from '../../jobs/useJob';
import { JobView } from '../../jobs/JobView';

export function JobPanel({ id, ...panelHandlers }: PanelProps) {
  const { one } = useEntityLabels(jobEntity);
  const { job } = useJob(id);
  return (
    <Stack sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <PanelHead caption={`${one} · #${id}`} title={job?.subject ?? ''} {...panelHandlers} />
      <Stack tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4 }}>
        <JobView id={id} />
      </Stack>
    </Stack>
  );
}
