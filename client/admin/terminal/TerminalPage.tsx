/** The terminal as a page of its own. */
import { useSearchParams } from 'react-router';
import { holdsNode, useBootstrap } from '../../shared/bootstrap';
import { useLaterWords } from '../../shared/useLaterWords';
import { NoPower } from '../layout/Refused';
import { TerminalPanel } from './TerminalPanel';

export function TerminalPage() {
  useLaterWords();
  const [params] = useSearchParams();
  const { permissions } = useBootstrap();
  if (!holdsNode(permissions, 'terminal/index')) return <NoPower />;
  const wanted = params.get('task') ?? undefined;
  return <TerminalPanel key={wanted ?? ''} wanted={wanted} />;
}
