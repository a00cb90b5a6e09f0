/** List or record of an entity, or the reason why it is not accessible. */
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import { EntityPage } from '../../../engine/EntityPage';
import { AccessLost } from '../../../engine/autosave/AccessLost';
import { useEngine } from '../../../engine/engineContext';
import { RecordPreviewContext } from '../../../engine/preview/recordPreview';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { Forbidden } from '../../ErrorScreens';
import { ScreenGone } from '../../ScreenGone';
import { sitePreview } from '../../preview/sitePreview';

interface RecordsProps {
  readonly entity: AnyEntity;
  readonly record: string | undefined;
}
export function Records({ entity, record }: RecordsProps) {
  const { pathname } = useLocation();
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  if (entities[entity.name] === undefined) {
    return (
      <AccessLost key={pathname} path={pathname}>
        {registry.get(entity.name) === undefined ? <ScreenGone /> : <Forbidden />}
      </AccessLost>
    );
  }
  return (
    <RecordPreviewContext value={sitePreview}>
      <EntityPage key={entity.name} entity={entity} record={record} />
    </RecordPreviewContext>
  );
}
