/**
 * Live updates of the public site: the namespace `/site`, open to everyone. A socket follows one page. When a row that the page shows
 * changes, the page is rendered once and sent to all its readers; nothing that guests may not read can be in it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { PageFrame } from '../../../common/site/siteEvents';
import { SITE_LIMITS } from '../../../common/siteLimits';
import { localPath, sitePath, type SiteAddress } from '../../../common/site/sitePaths';
import { getIpNetwork } from '../../access/limits/rateLimits';
import type { CommittedChange, Services } from '../../context';
import { createClientIpReader } from '../../platform/http/clientIp';
import { parseRequestUrl } from '../../platform/http/requestUrl';
import { unsentPackets } from '../../platform/patches/engineIoBuffer';
import { createMissingRows, type MissingRows } from './missingRows';
import { intersects } from './siteCache';
import type { SitePageResponse } from './pageRenderer';
import type { Site } from './site';

const handshake = z.object({
  path: z.string().min(1).max(SITE_LIMITS.followedPathLength),
  version: z.string().max(64),
});

/** A page that somebody reads. That of a row which is not shown is read by those who wait for it. */
interface OpenPage {
  readonly address: SiteAddress;
  readers: number;
  /** Entities whose changes may change the page; undefined until it was rendered. */
  dependencies: ReadonlySet<string> | undefined;
  /** The version that all readers have or were sent; empty until it was rendered. */
  version: string;
}

export interface SiteLive {
  /** Serves the namespace. `admit` tells that a connection belongs to a reader. */
  readonly serve: (namespace: Namespace, admit: (connection: Socket['conn']) => void) => void;
  /** Sends the pages that show one of these rows again; all open pages when the changes are unknown. */
  readonly onCommittedChanges: (changes: readonly SiteChange[] | undefined) => void;
}
type SiteChange = Pick<CommittedChange, 'entityName' | 'previousValues'>;

/** Changes that come within this time are rendered together. */
const COALESCE_MS = 60;
/** Milliseconds after which a page that could not be rendered for its readers is rendered again. */
const RETRY_MS = 2_000;
/** Frames that a reader may have unsent; a slower one connects again and gets the newest page. */
const MAX_UNSENT_FRAMES = 4;

export function createSiteLive(services: Services, site: Site): SiteLive {
  const openPages = new Map<string, OpenPage>();
  const missingRows = createMissingRows();
  const renderSafely = createSafeRenderer(services, site);
  let namespace: Namespace | undefined;
  const refresh = async (path: string): Promise<void> => {
    const page = openPages.get(path);
    if (page === undefined) return;
    const response = await renderSafely(page.address);
    if (response === 'failed') setTimeout(() => queue(path), RETRY_MS).unref();
    if (response === undefined || response === 'failed') return;
    page.dependencies = response.dependencies;
    if (!response.canAppear) missingRows.remove(path);
    if (response.version === page.version) return;
    page.version = response.version;
    if (namespace) disconnectSlowReaders(namespace, path);
    namespace?.to(path).emit('page', toFrame(path, response));
  };
  const queue = createRefreshQueue(refresh);
  return {
    serve: (served, admit) => {
      namespace = served;
      served.on('connection', createReaderConnections({ services, site, openPages, missingRows, renderSafely, admit }));
    },
    onCommittedChanges: (changes) => {
      const visible = changes?.filter((change) => !isViewCount(change));
      if (visible?.length === 0) return;
      const entities = visible && new Set(visible.map(({ entityName }) => entityName));
      site.invalidate(entities);
      const touched = [...openPages].flatMap(([path, { dependencies }]) =>
        entities === undefined || dependencies === undefined || intersects(entities, dependencies) ? [path] : [],
      );
      // Readers of a page come before those who wait for a row.
      for (const path of touched) if (!missingRows.has(path)) queue(path);
      for (const path of touched) if (missingRows.has(path)) queue(path);
    },
  };
}

/** Columns that every write changes. */
const ENGINE_COLUMNS: ReadonlySet<string> = new Set(['revision', 'update_time', 'views_num']);
/** Views are counted every few seconds: a page shows them when something else changes it. */
const isViewCount = ({ previousValues }: SiteChange): boolean =>
  previousValues !== null &&
  'views_num' in previousValues &&
  Object.keys(previousValues).every((name) => ENGINE_COLUMNS.has(name));

/** Renders changed pages one after the other; a page that changes again meanwhile is rendered once more. */
function createRefreshQueue(refresh: (path: string) => Promise<void>): (path: string) => void {
  const waiting = new Set<string>();
  let isRunning = false;
  const run = async (): Promise<void> => {
    await sleep(COALESCE_MS, undefined, { ref: false });
    for (const path of waiting) {
      waiting.delete(path);
      await refresh(path);
    }
    isRunning = false;
  };
  return (path) => {
    waiting.add(path);
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}

function disconnectSlowReaders(namespace: Namespace, path: string): void {
  for (const id of namespace.adapter.rooms.get(path) ?? []) {
    const connection = namespace.sockets.get(id)?.conn;
    // engine.io keeps unsent packets
    if (connection && unsentPackets(connection).length > MAX_UNSENT_FRAMES) connection.close();
  }
}

interface ReaderOptions {
  readonly services: Services;
  readonly site: Site;
  readonly openPages: Map<string, OpenPage>;
  readonly missingRows: MissingRows;
  readonly renderSafely: SafeRenderer;
  readonly admit: (connection: Socket['conn']) => void;
}
/** Handles new readers: each connection follows one page, once. */
function createReaderConnections({
  services,
  site,
  openPages,
  missingRows,
  renderSafely,
  admit,
}: ReaderOptions): (socket: Socket) => void {
  const readers = createReaderCount();
  const clientIpOf = createClientIpReader(services.env.trustedProxies);
  const used = new WeakSet<object>();
  return (socket) => {
    const parsed = handshake.safeParse(socket.handshake.auth);
    const address = parsed.success ? addressOf(services, site, parsed.data.path) : undefined;
    const ip = clientIpOf(socket.request);
    const network = getIpNetwork(ip);
    const isFirst = !used.has(socket.conn);
    used.add(socket.conn);
    if (!parsed.success || address === undefined || !isFirst) {
      // The client does not connect again after this packet.
      socket.disconnect(true);
      return;
    }
    if (!readers.add(network)) {
      socket.conn.close();
      return;
    }
    admit(socket.conn);
    const path = getPath(services, address);
    const page = openPages.get(path) ?? createOpenPage(address);
    openPages.set(path, page);
    page.readers += 1;
    void socket.join(path);
    // Visitors only listen.
    socket.use((_packet, next) => next(new Error('refused')));
    socket.on('error', () => socket.conn.close());
    socket.on('disconnect', () => {
      readers.remove(network);
      page.readers -= 1;
      if (page.readers === 0) {
        openPages.delete(path);
        missingRows.remove(path);
      }
      socket.conn.close();
    });
    const first = { socket, path, page, ip, version: parsed.data.version };
    void sendFirst(renderSafely, first).then((response) => {
      if (response === undefined || socket.disconnected) return;
      // Without its first page nobody knows whether a visitor waits for a row. The visitor tries again later.
      if (response === 'failed') socket.conn.close();
      else if (response.status === 200) return;
      else if (!response.canAppear) socket.disconnect(true);
      else if (!missingRows.add(path, network)) socket.conn.close();
    });
  };
}

interface FirstFrame {
  readonly socket: Socket;
  readonly path: string;
  readonly page: OpenPage;
  readonly ip: string;
  /** The version that the reader shows. */
  readonly version: string;
}
/** Sends the page to a reader that shows another version of it. */
async function sendFirst(renderSafely: SafeRenderer, first: FirstFrame): Promise<RenderResult> {
  const { socket, path, page, ip, version } = first;
  let response = await renderSafely(page.address, ip);
  // A change came while the page was rendered: its readers have a newer one already.
  if (typeof response === 'object' && page.version !== '' && page.version !== response.version)
    response = await renderSafely(page.address, ip);
  if (typeof response !== 'object') return response;
  page.dependencies ??= response.dependencies;
  if (page.version === '') page.version = response.version;
  if (response.version !== version) socket.emit('page', toFrame(path, response));
  return response;
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
});

/** The page; `failed` after an error, undefined when the site was not built. */
type RenderResult = SitePageResponse | 'failed' | undefined;
type SafeRenderer = (address: SiteAddress, ip?: string) => Promise<RenderResult>;

/** Milliseconds between two warnings about pages that could not be rendered. */
const WARN_INTERVAL_MS = 60_000;
/** Renders pages, and logs failures at most once a minute: a visitor can cause any number of them. */
function createSafeRenderer({ log, clock }: Services, site: Site): SafeRenderer {
  let lastWarning = Number.NEGATIVE_INFINITY;
  let failed = 0;
  return async (address, ip) => {
    try {
      return await site.getPage(address, ip);
    } catch (error) {
      failed += 1;
      const now = clock.now();
      if (now - lastWarning < WARN_INTERVAL_MS) return 'failed';
      lastWarning = now;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason, failed }, 'rendering pages for their readers failed; they keep the previous ones');
      failed = 0;
      return 'failed';
    }
  };
}

/** The page that a visitor follows. Searches have no live updates: their number is not bounded. */
function addressOf({ settings }: Services, site: Site, path: string): SiteAddress | undefined {
  try {
    const target = parseRequestUrl(path);
    const address = target && site.getAddress(target, settings.defaultLocale);
    return address?.route.page === 'search' ? undefined : address;
  } catch {
    return undefined;
  }
}

const getPath = ({ settings }: Services, { lang, route }: SiteAddress): string =>
  localPath(lang, sitePath(lang, route, lang), settings.defaultLocale);

const toFrame = (path: string, { version, title, body, blockStyles }: SitePageResponse): PageFrame => ({
  path,
  version,
  title,
  html: body,
  styles: blockStyles,
});
