# Sourced by the scripts that keep a part of a document fresh:
#
#   between NAME FILE    puts standard input between <!-- NAME --> and <!-- end of NAME --> of FILE

between() {
  local name=$1 file=$2 text new
  text=$(cat)
  grep -q "^<!-- $name -->$" "$file" && grep -q "^<!-- end of $name -->$" "$file" || {
    echo "$0: $file has no lines '<!-- $name -->' and '<!-- end of $name -->'." >&2
    return 1
  }
  new=$(mktemp)
  # From the environment: awk would read backslashes of a -v as escapes.
  BETWEEN=$text awk -v name="$name" '
    $0 == "<!-- end of " name " -->" { inside = 0 }
    !inside { print }
    $0 == "<!-- " name " -->" { inside = 1; print ENVIRON["BETWEEN"] }' "$file" > "$new"
  cat "$new" > "$file"
  rm -f "$new"
}
