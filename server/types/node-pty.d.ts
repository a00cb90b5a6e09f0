/** The used part of node-pty: its prebuilt fork is published under another name. */
declare module 'node-pty' {
  interface IDisposable {
    dispose(): void;
  }
  interface IPty {
    readonly pid: number;
    readonly onData: (listener: (data: string) => void) => IDisposable;
    readonly onExit: (listener: (event: { exitCode: number; signal?: number }) => void) => IDisposable;
    write(data: string): void;
    kill(signal?: string): void;
    pause(): void;
    resume(): void;
  }
  interface Options {
    readonly name: string;
    readonly cols: number;
    readonly rows: number;
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
  }
  function spawn(file: string, args: readonly string[], options: Options): IPty;
}
