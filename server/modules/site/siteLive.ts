/**
 * Live updates of the public site: the namespace `/site`, open to everybody. A socket follows one page. When a row that the page shows
 * changes, the page is rendered once and sent to all its readers; nothing that guests may not read can be in it.
 */
import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { PageFrame } from '../../../common/site/siteEvents';
import { localPath, sitePath, type SiteAddress } from '../../../common/site/sitePaths';
import { ipNetwork } from '../../access/limits/rateLimits';
import type { CommittedChange, Log, Services } from '../../context';
import { createClientIpReader } from '../../platform/http/clientIp';
import { parseRequestUrl } from '../../platform/http/requestUrl';
import { intersects } from './siteCache';
import type { SitePageAnswer } from './pageRenderer';
import type { Site } from './site';

const handshake = z.object({ path: z.string().min(1).max(400), version: z.string().max(64) });

/** A page that somebody reads. */
interface OpenPage {
  readonly address: SiteAddress;
  readers: number;
  /** Entities whose changes may change the page; undefined until it was rendered. */
  dependencies: ReadonlySet<string> | undefined;
  /** The version that all readers have or were sent. */
  version: string;
  /** A rendering runs or waits; another change meanwhile asks for one more. */
  state: 'idle' | 'rendering' | 'changed';
}

export interface SiteLive {
  /** Serves the namespace. */
  readonly serve: (namespace: Namespace) => void;
  /** Sends the pages that show one of these rows again; all open pages when the changes are unknown. */
  readonly applyChanges: (changes: readonly Pick<CommittedChange, 'ent'>[] | undefined) => void;
}

export function createSiteLive(services: Services, site: Site): SiteLive {
  const openPages = new Map<string, OpenPage>();
  const readers = createReaderCount();
  const clientIpOf = createClientIpReader(services.env.trustedProxies);
  let namespace: Namespace | undefined;
  const refresh = async (path: string, page: OpenPage): Promise<void> => {
    if (page.state !== 'idle') {
      page.state = 'changed';
      return;
    }
    do {
      page.state = 'rendering';
      const answer = await renderSafely(services.log, site, page.address);
      if (answer === undefined) continue;
      page.dependencies = answer.dependencies;
      if (answer.version === page.version) continue;
      page.version = answer.version;
      namespace?.to(path).emit('page', toFrame(path, answer));
    } while (hasChangedMeanwhile(page));
    page.state = 'idle';
  };
  const onConnection = (socket: Socket): void => {
    const parsed = handshake.safeParse(socket.handshake.auth);
    const address = parsed.success ? addressOf(services, site, parsed.data.path) : undefined;
    const network = ipNetwork(clientIpOf(socket.request));
    if (!parsed.success || address === undefined || !readers.add(network)) {
      socket.disconnect(true);
      return;
    }
    const path = pathOf(services, address);
    const page = openPages.get(path) ?? createOpenPage(address);
    openPages.set(path, page);
    page.readers += 1;
    void socket.join(path);
    // Visitors only listen.
    socket.use((_packet, next) => next(new Error('refused')));
    socket.on('error', () => socket.disconnect(true));
    socket.on('disconnect', () => {
      readers.remove(network);
      page.readers -= 1;
      if (page.readers === 0) openPages.delete(path);
    });
    void sendFirst(services, site, { socket, path, page, version: parsed.data.version });
  };
  return {
    serve: (served) => {
      namespace = served;
      served.on('connection', onConnection);
    },
    applyChanges: (changes) => {
      const entities = changes && new Set(changes.map(({ ent }) => ent));
      site.drop(entities);
      for (const [path, page] of openPages)
        if (entities === undefined || page.dependencies === undefined || intersects(entities, page.dependencies))
          void refresh(path, page);
    },
  };
}

interface FirstFrame {
  readonly socket: Socket;
  readonly path: string;
  readonly page: OpenPage;
  /** The version that the reader shows. */
  readonly version: string;
}
/** Sends the page to a reader that shows another version of it. */
async function sendFirst(services: Services, site: Site, { socket, path, page, version }: FirstFrame): Promise<void> {
  const answer = await renderSafely(services.log, site, page.address);
  if (answer === undefined) return;
  page.dependencies = answer.dependencies;
  if (page.version === '') page.version = answer.version;
  if (answer.version !== version) socket.emit('page', toFrame(path, answer));
}

/** Counts the readers of this node, in all and by network. */
function createReaderCount() {
  const byNetwork = new Map<string, number>();
  let total = 0;
  return {
    /** False at a limit: the reader is not counted. */
    add: (network: string): boolean => {
      const count = byNetwork.get(network) ?? 0;
      if (total >= LIMITS.siteReaders || count >= LIMITS.siteReadersPerNetwork) return false;
      total += 1;
      byNetwork.set(network, count + 1);
      return true;
    },
    remove: (network: string): void => {
      total -= 1;
      const count = (byNetwork.get(network) ?? 1) - 1;
      if (count > 0) byNetwork.set(network, count);
      else byNetwork.delete(network);
    },
  };
}

const createOpenPage = (address: SiteAddress): OpenPage => ({
  address,
  readers: 0,
  dependencies: undefined,
  version: '',
  state: 'idle',
});

/** Another change came while the page was rendered. */
const hasChangedMeanwhile = ({ state }: OpenPage): boolean => state === 'changed';

async function renderSafely(log: Log, site: Site, address: SiteAddress): Promise<SitePageAnswer | undefined> {
  try {
    return await site.page(address);
  } catch (error) {
    log.warn({ err: error }, 'a page could not be rendered for its readers');
    return undefined;
  }
}

/** The page that a visitor follows. Searches have no live updates: their number is not bounded. */
function addressOf({ settings }: Services, site: Site, path: string): SiteAddress | undefined {
  try {
    const target = parseRequestUrl(path);
    const address = target && site.addressOf(target, settings.defaultLocale);
    return address?.route.page === 'search' ? undefined : address;
  } catch {
    return undefined;
  }
}

const pathOf = ({ settings }: Services, { lang, route }: SiteAddress): string =>
  localPath(lang, sitePath(lang, route, lang), settings.defaultLocale);

const toFrame = (path: string, { version, title, body, blockStyles }: SitePageAnswer): PageFrame => ({
  path,
  version,
  title,
  html: body,
  styles: blockStyles,
});
