export interface MariadbProcess {
  /** `mariadb://user:password@127.0.0.1:port/`, without a database name. */
  readonly url: string;
  /** Kills the server and starts it again on the same data; resolves when it accepts connections. */
  readonly restart: () => Promise<void>;
  /** Kills the server; resolves when its folder is removed. */
  readonly stop: () => Promise<void>;
}
export declare const startMariadb: () => Promise<MariadbProcess>;
