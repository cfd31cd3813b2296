/*
 * The part of CloudWatch's metric math that the alarms use, for one point in time. A value that is
 * missing makes everything missing that it is reckoned with; FILL alone ends that.
 */

export type Value = number | undefined;

type Expression = (values: Readonly<Record<string, Value>>) => Value;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(>=|<=|==|!=|[-+*/()<>,]))/y;

/** @throws Error at the first thing that is not known here: nobody knows then what the alarm does. */
export function metricMath(text: string): Expression {
  const tokens = tokensOf(text);
  const parser = new Parser(tokens, text);
  const whole = parser.comparison();
  parser.end();
  return whole;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`metric math that is not known here: ${text.slice(at)}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

type Operation = (left: number, right: number) => number;

const COMPARISONS: Readonly<Record<string, Operation>> = {
  ">=": (left, right) => Number(left >= right),
  "<=": (left, right) => Number(left <= right),
  ">": (left, right) => Number(left > right),
  "<": (left, right) => Number(left < right),
  "==": (left, right) => Number(left === right),
  "!=": (left, right) => Number(left !== right),
};
const SUMS: Readonly<Record<string, Operation>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
};
const PRODUCTS: Readonly<Record<string, Operation>> = {
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

class Parser {
  readonly #tokens: string[];
  readonly #text: string;

  constructor(tokens: readonly string[], text: string) {
    this.#tokens = [...tokens];
    this.#text = text;
  }

  comparison(): Expression {
    return this.chain(COMPARISONS, () => this.sum());
  }

  end(): void {
    if (this.#tokens.length > 0) this.fail();
  }

  private sum(): Expression {
    return this.chain(SUMS, () => this.chain(PRODUCTS, () => this.term()));
  }

  private chain(
    operations: Readonly<Record<string, Operation>>,
    next: () => Expression,
  ): Expression {
    let left = next();
    for (let operation = this.taken(operations); operation; operation = this.taken(operations)) {
      left = both(left, next(), operation);
    }
    return left;
  }

  private taken(operations: Readonly<Record<string, Operation>>): Operation | undefined {
    const operation = operations[this.#tokens[0] ?? ""];
    if (operation) this.#tokens.shift();
    return operation;
  }

  private term(): Expression {
    const token = this.#tokens.shift() ?? "";
    if (token === "(") return this.closed(this.comparison());
    if (/^\d/.test(token)) return () => Number(token);
    if (this.#tokens[0] === "(") return this.call(token);
    if (/^[a-z]\w*$/.test(token)) return (values) => values[token];
    return this.fail();
  }

  private call(name: string): Expression {
    this.#tokens.shift();
    const parts = [this.comparison()];
    while (this.#tokens[0] === ",") {
      this.#tokens.shift();
      parts.push(this.comparison());
    }
    const [first, second, third] = parts as [Expression, Expression?, Expression?];
    if (name === "FILL" && second && !third) {
      return this.closed((values) => first(values) ?? second(values));
    }
    if (name === "IF" && second && third) {
      return this.closed((values) => {
        const condition = first(values);
        if (condition === undefined) return undefined;
        return condition === 0 ? third(values) : second(values);
      });
    }
    return this.fail();
  }

  private closed(expression: Expression): Expression {
    if (this.#tokens.shift() !== ")") this.fail();
    return expression;
  }

  private fail(): never {
    throw new Error(`metric math that is not known here: ${this.#text}`);
  }
}

const both =
  (left: Expression, right: Expression, operation: Operation): Expression =>
  (values) => {
    const [one, other] = [left(values), right(values)];
    return one === undefined || other === undefined ? undefined : operation(one, other);
  };
