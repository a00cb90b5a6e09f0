/** Client of a simulated person: requests pages and the API, and keeps the live connection of a browser open. */
import { io } from 'socket.io-client';

const { fetch } = globalThis;

export const url = process.env['DEMO_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 8000}`;

/** @typedef {{ code: number, msg: string, data: any }} Answer */
/** @typedef {{ e: string | null, id: number | null, f: string | null, typed?: boolean }} Place */

const MEMBER = { header: 'ba-user-token', login: '/api/user/checkIn', space: '/member' };
const STAFF = { header: 'batoken', login: '/admin/Index/login', space: '/admin' };

/** @param {string} path @param {Record<string, string>} headers @param {object} [body] @returns {Promise<Answer>} */
export async function call(path, headers, body) {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { server: 'true', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return /** @type {Answer} */ (await answer.json());
}

/** Requests a page as a browser does. @param {string} path @param {string} agent */
export async function openPage(path, agent) {
  await fetch(url + path, { headers: { accept: 'text/html', 'user-agent': agent } });
}

/** A signed-in person. Renews the session when the server answers that it has expired. */
export class Person {
  /** @param {'staff' | 'member'} kind @param {string} username @param {string} password */
  constructor(kind, username, password) {
    this.side = kind === 'staff' ? STAFF : MEMBER;
    this.kind = kind;
    this.username = username;
    this.password = password;
    this.token = '';
    /** @type {import('socket.io-client').Socket | undefined} */
    this.socket = undefined;
    /** @type {Place} */
    this.place = { e: null, id: null, f: null };
  }

  async signIn() {
    const { username, password, side } = this;
    const { code, msg, data } = await call(side.login, {}, { tab: 'login', username, password });
    if (code !== 1) throw new Error(`${username} could not sign in: ${msg}`);
    this.token = String(data.userInfo.token);
  }

  /** @param {string} path @param {object} [body] @returns {Promise<Answer>} */
  async request(path, body) {
    const send = () => call(path, { [this.side.header]: this.token }, body);
    const answer = await send();
    const isStale = answer.code === 409 || answer.code === 302 || answer.data?.stepUp === true;
    if (!isStale) return answer;
    await this.signIn();
    return send();
  }

  /** Opens the Socket.IO connection, as an open window does. */
  async connectLive() {
    if (this.socket?.connected) return;
    const socket = io(url + this.side.space, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: this.token },
    });
    this.socket = socket;
    await new Promise((done) => {
      socket.once('connect', () => done(undefined));
      socket.once('connect_error', () => done(undefined));
    });
  }

  /** Closes the connection, as a closed window does. */
  disconnectLive() {
    this.place = { e: null, id: null, f: null };
    this.socket?.disconnect();
    this.socket = undefined;
  }

  /** Sends the location: a list, a record, a field, and whether the person types. @param {Place} place */
  sendLocation(place) {
    this.place = place;
    this.socket?.emit('focus', place, () => undefined);
  }

  /** Sends the location again: the server removes the presence of a person without recent events. */
  renewLocation() {
    if (this.place.e !== null) this.socket?.emit('focus', this.place, () => undefined);
  }
}
