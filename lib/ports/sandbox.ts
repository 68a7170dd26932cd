/**
 * A machine of its own for one attempt at a task: its own file system, processes and network, gone when it is stopped.
 *
 * Contract: `start` throws an AppError where a sandbox cannot be made; an `exec` never throws for a program that fails, is
 * killed or writes nonsense. What a sandbox writes and what it leaves running stays until `stop`. One exec runs at a
 * time, others wait. When the process that started a sandbox is gone, however it went, the sandbox goes with it or is
 * removed at the next start.
 */
export interface Sandboxes {
  readonly name: 'bubblewrap' | 'docker' | 'podman';
  /** Null where sandboxes work here, otherwise the reason in one sentence. */
  whyNot(): Promise<string | null>;
  limitsHere(): Promise<SandboxLimits>;
  start(spec: SandboxSpec): Promise<Sandbox>;
}

/**
 * How a limit is held on this machine. `enforced` cannot be passed; `watched` is looked at about four times a second,
 * and the program that passed it is killed; `none` is not held at all.
 */
export type LimitKind = 'enforced' | 'watched' | 'none';
export type SandboxLimits = Readonly<Record<'time' | 'memory' | 'processes' | 'disk' | 'network', LimitKind>>;

export interface SandboxSpec {
  readonly root: SandboxRoot;
  /** For everything that is written, all folders together. */
  readonly writableBytesMax: number;
  readonly memoryBytesMax: number;
  /** Programs that run at once; a thread counts as one. */
  readonly processesMax: number;
  /** The only way out: a Unix socket of the host, shown at an absolute path. Every user must be allowed to write to it. */
  readonly socket?: { readonly hostPath: string; readonly path: string };
  /** Absolute; made where it is missing. */
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export type SandboxRoot =
  /** The host's programs and libraries, read-only below; nothing else of its files. */
  | { readonly kind: 'host' }
  /** A folder of the host that holds a root file system. It is never written to. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'image'; readonly name: string };

export interface Sandbox {
  exec(request: ExecRequest): Promise<ExecEnd>;
  /** Folders on the way are made. A link inside the sandbox leads to a place inside the sandbox. */
  copyIn(files: readonly SandboxFile[]): Promise<void>;
  /** The file at an absolute path, or all files below the folder there, by paths relative to it. */
  copyOut(path: string, bytesMax: number): Promise<CopiedOut>;
  /** Files that were written or removed since the start, in order of their paths. */
  changedFiles(): Promise<readonly ChangedFile[]>;
  /** Ends all of it. May be called again. */
  stop(): Promise<void>;
}

export interface ExecRequest {
  readonly argv: readonly string[];
  /** A name or number of the sandbox's own accounts; absent = root. */
  readonly user?: string;
  /** Absent = the working folder. */
  readonly cwd?: string;
  /** Added to the environment of the sandbox. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** For both outputs together. */
  readonly outputBytesMax: number;
  readonly stdin?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** Each end but `exited` has killed all that the exec had started. Programs of earlier execs stay. */
export type ExecEnd = ExecOutput &
  (
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'timeout' | 'overOutput' }
    /** `stop` = its signal aborted, or the sandbox ended. */
    | { readonly kind: 'killed'; readonly by: 'memory' | 'processes' | 'stop' }
    | { readonly kind: 'notStarted'; readonly reason: string }
  );

interface ExecOutput {
  readonly stdout: string;
  readonly stderr: string;
}

export interface SandboxFile {
  /** Absolute where it is copied in. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly isExecutable: boolean;
}

export type CopiedOut =
  | {
      readonly kind: 'copied';
      readonly files: readonly SandboxFile[];
      /** Links, devices and names that lead elsewhere: never followed, never read. */
      readonly leftOut: readonly string[];
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'overSize' };

export interface ChangedFile {
  readonly path: string;
  readonly change: 'written' | 'removed';
}
