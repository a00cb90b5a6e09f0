/** Types of the parts that tests use of packages without types. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    readonly user?: string;
    readonly envelope: {
      readonly mailFrom: { readonly address: string } | false;
      readonly rcptTo: readonly { readonly address: string }[];
    };
  }
  type Response = (error?: Error | null, response?: { readonly user: string }) => void;
  export class SMTPServer extends EventEmitter {
    constructor(options: {
      readonly authOptional?: boolean;
      readonly allowInsecureAuth?: boolean;
      readonly disabledCommands?: readonly string[];
      readonly onConnect?: (session: Session, done: Response) => void;
      readonly onAuth?: (
        auth: { readonly username: string; readonly password: string },
        session: Session,
        done: Response,
      ) => void;
      readonly onRcptTo?: (address: object, session: Session, done: Response) => void;
      readonly onData?: (stream: Readable, session: Session, done: Response) => void;
    });
    readonly server: Server;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
  }
}
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent?: boolean;
      readonly configureBuckets?: readonly { readonly name: string; readonly configs?: readonly string[] }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
  export = S3rver;
}
