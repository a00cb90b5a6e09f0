/** List and record of whatever entity the address names: the engine's screen, or an honest word why not. */
import { Navigate, useLocation, useParams } from 'react-router';
import { useEntityNamed } from '../../../engine/engineContext';
import { EntityPage } from '../../../engine/EntityPage';
import { Withheld } from '../../../engine/keeping/Withheld';
import { useBootstrap } from '../../../shared/bootstrap';
import { loadingPath, SIDES } from '../../../shared/onward';
import { NoPower } from '../../layout/Refused';
import { isRouted } from '../../layout/routed';

export function Records() {
  const { entity: name = '', record } = useParams();
  const { pathname, search } = useLocation();
  const entity = useEntityNamed(name);
  const { entities, menus } = useBootstrap();
  const isRecord = record === undefined || /^(?:new|[1-9]\d{0,14})$/.test(record);
  if (entity === undefined || !isRecord || !isRouted(name, menus)) {
    return <Navigate to={loadingPath(SIDES.admin, pathname, search)} replace />;
  }
  if (entities[entity.name] === undefined) {
    return (
      <Withheld key={pathname} path={pathname}>
        <NoPower />
      </Withheld>
    );
  }
  return <EntityPage key={entity.name} entity={entity} record={record} />;
}
