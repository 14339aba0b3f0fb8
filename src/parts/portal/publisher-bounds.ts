import type { PublisherConfig } from '../../demand/publisher-schema.ts';
import { FLOOR_MAX } from '../../demand/publisher-schema.ts';
import {
  ON_BY_DEFAULT,
  SENSITIVE_CLASSES,
  type SensitiveClass,
} from '../../language/sensitive/word-list.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';

type OfPublisher<Key extends keyof PublisherConfig> = DeepReadonly<Pick<PublisherConfig, Key>>;

/** What a publisher may set by itself. Where nobody has decided, it may turn off the classes that are off for others. */
export function boundsOf({ bounds = {} }: OfPublisher<'bounds'>) {
  const { floorMin = 0, floorMax = FLOOR_MAX } = bounds;
  const usual = SENSITIVE_CLASSES.filter((name) => !ON_BY_DEFAULT.includes(name));
  return { floorMin, floorMax, sensitiveOff: bounds.sensitiveOff ?? usual };
}

/** The classes of sensitive conversations that got no ads before, and get them after. */
export function classesTurnedOff(
  before: OfPublisher<'sensitive'>,
  after: OfPublisher<'sensitive'>,
): readonly SensitiveClass[] {
  return SENSITIVE_CLASSES.filter((name) => isOn(before, name) && !isOn(after, name));
}

function isOn({ sensitive }: OfPublisher<'sensitive'>, name: SensitiveClass): boolean {
  return sensitive?.[name] ?? ON_BY_DEFAULT.includes(name);
}
