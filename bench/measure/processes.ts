const STOP_MS_MAX = 5000;

export type Running = {
  readonly pid: number;
  /** The first match in what it prints; fails if it ends or takes too long before. */
  readonly find: (pattern: RegExp, waitMsMax: number) => Promise<RegExpExecArray>;
  /** Asks it to stop and waits; what does not stop is killed. */
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
};

const running = new Set<Running>();

/** The output that is kept to look for a pattern in. */
const OUTPUT_CHARACTERS_MAX = 100_000;

export function startProcess(command: readonly string[], options: StartOptions = {}): Running {
  const child = Bun.spawn([...command], {
    stdin: options.stdin === undefined ? 'ignore' : Buffer.from(options.stdin),
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, ...options.env },
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
  });
  let output = '';
  let isOver = false;
  let stirred = Promise.withResolvers<void>();
  const follow = async () => {
    const decoder = new TextDecoder();
    // To the end, even when nobody looks any more: a full pipe would stop the process.
    for await (const chunk of child.stdout) {
      if (output.length < OUTPUT_CHARACTERS_MAX) output += decoder.decode(chunk, { stream: true });
      stirred.resolve();
      stirred = Promise.withResolvers<void>();
    }
    await child.exited;
    isOver = true;
    stirred.resolve();
  };
  const followed = follow();

  const started: Running = {
    pid: child.pid,
    async find(pattern, waitMsMax) {
      const tooLate = performance.now() + waitMsMax;
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        const leftMs = tooLate - performance.now();
        if (isOver || leftMs <= 0) {
          const why = isOver ? 'it ended' : `it took over ${waitMsMax} ms`;
          throw new Error(`${command.join(' ')}: ${why} without printing ${pattern}\n${output}`);
        }
        await Promise.race([stirred.promise, Bun.sleep(leftMs)]);
      }
    },
    async stop() {
      if (child.exitCode === null) child.kill('SIGINT');
      await Promise.race([followed, Bun.sleep(STOP_MS_MAX)]);
      if (!isOver) child.kill('SIGKILL');
      await child.exited;
      running.delete(started);
    },
  };
  running.add(started);
  return started;
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((process) => process.stop()));
}
