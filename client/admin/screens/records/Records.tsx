/** List and record of whatever entity the address names: the engine's screen, or an honest word why not. */
import { useParams } from 'react-router';
import { useEntityNamed } from '../../../engine/engineContext';
import { EntityPage } from '../../../engine/EntityPage';
import { useBootstrap } from '../../../shared/bootstrap';
import { Missing, NoPower } from '../../layout/Refused';

export function Records() {
  const { entity: name = '', record } = useParams();
  const entity = useEntityNamed(name);
  const { entities } = useBootstrap();
  if (entity === undefined) return <Missing />;
  if (entities[entity.name] === undefined) return <NoPower />;
  return <EntityPage key={entity.name} entity={entity} record={record} />;
}
