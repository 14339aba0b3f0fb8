/** The thread of `parse-yaml-aside.ts`: it gets one text and posts what was read. */
import { parseYaml } from './yaml.ts';

declare const self: Worker;

/** Half as many again as 1 MiB of campaigns has, and about a second of CPU. */
const TOKENS_MAX = 500_000;

self.onmessage = ({ data }: MessageEvent<string>) => {
  self.postMessage(parseYaml(data, TOKENS_MAX));
};
