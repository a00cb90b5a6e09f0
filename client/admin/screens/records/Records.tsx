/** List and record of an entity: the engine's screen, or the reason why it is not shown. */
import { useLocation } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import { EntityPage } from '../../../engine/EntityPage';
import { Withheld } from '../../../engine/keeping/Withheld';
import { useBootstrap } from '../../../shared/bootstrap';
import { NoPower } from '../../layout/Refused';

interface RecordsProps {
  readonly entity: AnyEntity;
  readonly record: string | undefined;
}
export function Records({ entity, record }: RecordsProps) {
  const { pathname } = useLocation();
  const { entities } = useBootstrap();
  if (entities[entity.name] === undefined) {
    return (
      <Withheld key={pathname} path={pathname}>
        <NoPower />
      </Withheld>
    );
  }
  return <EntityPage key={entity.name} entity={entity} record={record} />;
}
