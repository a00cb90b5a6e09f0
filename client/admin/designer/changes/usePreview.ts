/** The server's preview of the open design: its problems, and what applying it changes. */
import type { DesignPreview, DesignProblem } from '../../../../common/designer/design';
import { useDebouncedValue } from '../../../engine/useDebouncedValue';
import { isCallFault, type CallFault } from '../../../shared/api/faults';
import { useDesignPreviewQuery } from '../data/designerApi';
import { useOpenDesign } from '../data/designContext';

const NO_PROBLEMS: readonly DesignProblem[] = [];
const DEBOUNCE_MS = 400;

export interface ServerPreview {
  /** Undefined while it is fetched, and while there are problems. */
  readonly preview: DesignPreview | undefined;
  /** Problems found here, otherwise those that only the server knows. */
  readonly problems: readonly DesignProblem[];
  readonly fault: CallFault | undefined;
  readonly refetch: () => void;
}

export function usePreview(): ServerPreview {
  const { id, version, problems } = useOpenDesign();
  const settledVersion = useDebouncedValue(version, DEBOUNCE_MS);
  const hasProblems = problems.length > 0;
  const { currentData, error, refetch } = useDesignPreviewQuery(
    { id, version: settledVersion },
    { skip: hasProblems, refetchOnMountOrArgChange: true },
  );
  const answer = hasProblems || settledVersion !== version ? undefined : currentData;
  return {
    preview: answer?.problems.length === 0 ? answer : undefined,
    problems: hasProblems ? problems : (answer?.problems ?? NO_PROBLEMS),
    fault: isCallFault(error) && !hasProblems ? error : undefined,
    refetch: () => void refetch(),
  };
}
